from companion.launch import run

run()
