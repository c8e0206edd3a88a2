/** Where a figure's files are: pictures without a width, which is added, and the numbers. */
export type Downloads = { svg: string; png: string; csv: string };

export function withWidth(address: string, width: "single" | "double"): string {
  return `${address}${address.includes("?") ? "&" : "?"}width=${width}`;
}
