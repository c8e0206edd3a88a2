import { decode, textOf } from "#lib/simulation/browser.ts";

/** What the rows of a table read as, by what stands above them; the first is its heading. */
export function tableRows(html: string, caption: string): string[] {
  const tables = html.match(/<table\b[\s\S]*?<\/table>/g) ?? [];
  const found = tables.find((table) => textOf(table).includes(caption)) ?? "";
  return (found.match(/<tr\b[\s\S]*?<\/tr>/g) ?? []).map((row) => textOf(row).trim());
}

/** What stands in the field below a label. */
export function valueBelow(html: string, label: string): string {
  const labels = html.match(/<label\b[\s\S]*?<\/label>/g) ?? [];
  const found = labels.find((one) => textOf(one).trim() === label) ?? "";
  const id = /\bfor="([^"]+)"/.exec(found)?.[1] ?? "none";
  const field = (html.match(/<input\b[^>]*>/g) ?? []).find((one) => one.includes(` id="${id}"`)) ?? "";
  return decode(/\bvalue="([^"]*)"/.exec(field)?.[1] ?? "");
}
