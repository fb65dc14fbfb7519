"""The screens of Among Cultists, loaded when somebody walks to them."""
