import { registerHooks } from "node:module";

// What the bundler makes of two ways to name a module, where Node itself reads the product's code: Next's own are named
// without an ending, and one of a package that doesn't offer it by its folder.
registerHooks({
  resolve(specifier, context, next) {
    if (/^next\/[a-z]+$/.test(specifier)) return next(`${specifier}.js`, context);
    if (!specifier.startsWith("#node_modules/")) return next(specifier, context);
    return next(new URL(`../../${specifier.slice(1)}`, import.meta.url).href, context);
  },
});
