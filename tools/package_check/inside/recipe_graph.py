"""List the recipes and modules that python-for-android resolves; run by the Python of the packaging tools."""

import json
import sys
from pathlib import Path

from buildozer import Buildozer
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe

work, answer = map(Path, sys.argv[1:])
requirements = Buildozer("buildozer.spec").config.getlist("app", "requirements")
pins = dict(item.split("==", 1) for item in requirements if "==" in item)
# As the tool chain does: it passes versions separately.
names = [item.partition("==")[0] for item in requirements]

context = Context()
context.setup_dirs(str(work / "graph"))
bootstrap = Bootstrap.get_bootstrap("sdl2", context)
recipes, modules, _ = get_recipe_order_and_bootstrap(context, names, bootstrap)
versions = {name: str(Recipe.get_recipe(name, context).version) for name in recipes}
answer.write_text(json.dumps({"pins": pins, "recipes": versions, "modules": sorted(modules)}))
