const schemes = ["http:", "https:", "mailto:"];

/** Where a text may lead to: null for everything that could run something, or that points into this app. */
export function allowAddress(written: string): string | null {
  const address = URL.parse(written.trim());
  return address && schemes.includes(address.protocol) ? address.href : null;
}
