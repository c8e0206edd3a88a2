import { settle } from "#lib/figures/drawing.ts";
import { escapeXml } from "#lib/figures/svg.ts";
import { widthOf } from "#lib/figures/text.ts";

type Badge = {
  /** What it is about, and what is said of it. */
  label: string;
  value: string;
  /** The same, and more, for those who don't see it. */
  title: string;
  description: string;
  tone: "people" | "muted";
};

const height = 20;
const size = 12;
const padding = 7;
const grounds = { people: "#0072b2", muted: "#6d655a" } as const;
const faces = "'Source Sans 3', Verdana, Helvetica, Arial, sans-serif";

/** Two fields beside each other, for pages of others: words as text, whatever face there is for them. */
export function drawBadge({ label, value, title, description, tone }: Badge): string {
  const [first, second] = [label, value].map((text) => settle(widthOf(text, size)));
  const left = settle((first ?? 0) + 2 * padding);
  const width = settle(left + (second ?? 0) + 2 * padding);
  const said = (text: string, x: number, room = 0) =>
    `<text x="${settle(x)}" y="14" textLength="${room}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" aria-describedby="description">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="description">${escapeXml(description)}</desc>`,
    `<rect width="${width}" height="${height}" rx="3" fill="${grounds[tone]}"/>`,
    `<path d="M3 0H${left}V${height}H3A3 3 0 0 1 0 ${height - 3}V3A3 3 0 0 1 3 0Z" fill="#33302b"/>`,
    `<g font-family="${faces}" font-size="${size}" fill="#ffffff">`,
    said(label, padding, first),
    said(value, left + padding, second),
    "</g></svg>\n",
  ].join("");
}
