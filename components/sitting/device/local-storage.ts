/** What this browser remembers under a name; null where that is nothing, or where it forbids to look. */
export function readItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. Where the browser forbids it, nothing is remembered. */
export function writeItem(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nobody is kept from answering by it.
  }
}
