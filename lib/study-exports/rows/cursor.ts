/** Where a page of rows ended: numbers that grow from row to row, and a mark of what they were counted in. */
export type Cursor = { mark: string; at: readonly number[] };

const form = /^([a-z0-9]{1,20})((?:-\d{1,10})+)$/;

export const writeCursor = ({ mark, at }: Cursor): string => [mark, ...at].join("-");

/** Null for what no page ever ended with. */
export function readCursor(text: string, parts: number): Cursor | null {
  const found = form.exec(text);
  const at = found?.[2]?.slice(1).split("-").map(Number) ?? [];
  const fits = at.length === parts && at.every((one) => one <= 2_147_483_647);
  return found?.[1] && fits ? { mark: found[1], at } : null;
}
