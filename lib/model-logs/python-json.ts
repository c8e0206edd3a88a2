/** JSON as Python writes it: what is no number stands there as NaN or Infinity, and is nothing here. Null where it is no JSON. */
export function parsePythonJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Most logs hold none: only those that do are gone through.
    if (!/NaN|Infinity/.test(text)) return null;
  }
  const mended = text.replace(/"(?:[^"\\]|\\[^])*"?|-?(?:NaN|Infinity)/g, (part) =>
    part.startsWith('"') ? part : "null",
  );
  try {
    return { value: JSON.parse(mended) as unknown };
  } catch {
    return null;
  }
}
