import { lazy, type ComponentType } from "react";

/** As `lazy`. What `preload` has fetched by the time it is first drawn is drawn at once: nothing waits for a promise. */
export function lazyWithPreload<P extends object>(fetch: () => Promise<ComponentType<P>>) {
  type Module = { default: ComponentType<P> };
  let fetched: ComponentType<P> | null = null;
  const preload = async () => (fetched ??= await fetch());

  function load(): PromiseLike<Module> {
    const part = fetched;
    if (!part) return preload().then((loaded) => ({ default: loaded }));
    // React takes any thenable; this one is done before a promise could be.
    return { then: (done: (module: Module) => unknown) => done({ default: part }) } as PromiseLike<Module>;
  }
  return Object.assign(lazy(load as () => Promise<Module>), { preload, isFetched: () => fetched !== null });
}
