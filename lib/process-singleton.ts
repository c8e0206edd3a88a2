/**
 * What a process has once: a line that people wait in, a pool of threads, what is remembered. Next bundles a module once
 * for pages and once for handlers, so that a variable of the module would be there twice: two lines, and every study's
 * rows in memory a second time.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const held = globalThis as { benchside?: Map<string, unknown> };
  const things = (held.benchside ??= new Map());
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
