import type { Figure } from "#bench/support/figure.ts";

const digits = (value: number) => (value >= 1000 ? 0 : value >= 10 ? 1 : 2);
const written = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(digits(value)));

function bound({ value, least, limit }: Figure): string {
  if (least === undefined && limit === undefined) return "";
  const missed = value > (limit ?? Infinity) ? "over " : value < (least ?? -Infinity) ? "under " : "";
  const range = [least, limit].filter((one) => one !== undefined).map(written);
  return `${missed}${range.join("–")}`;
}

const line = (figure: Figure): string[] => [
  figure.what,
  written(figure.value) + (figure.error === undefined ? "" : ` ± ${written(figure.error)}`),
  figure.unit,
  bound(figure),
];

/** A table that reads the same on a terminal and in a Markdown page. */
export function tabulate(figures: readonly Figure[]): string {
  const rows = [["figure", "value", "unit", "limit"], ...figures.map(line)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(5, ...rows.map((row) => row[column]?.length ?? 0)));
  const drawn = rows.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? "";
      return column === 1 ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${cells.join(" | ")} |`;
  });
  const rule = `|${widths.map((width, column) => "-".repeat(width + 1) + (column === 1 ? ":" : "-")).join("|")}|`;
  return [drawn[0], rule, ...drawn.slice(1)].join("\n");
}

/** What another checkout measured under the same names, and how many times that is here. */
export function setBeside(here: readonly Figure[], there: readonly Figure[]): Figure[] {
  // Some lines have one name under several headings: the second goes with the second.
  const left = Map.groupBy(here, ({ what, unit }) => `${what} ${unit}`);
  return there.flatMap(({ what, value, unit }) => {
    const same = left.get(`${what} ${unit}`)?.shift();
    const times = same && value > 0 ? same.value / value : null;
    return [
      { what, value, unit },
      ...(times === null ? [] : [{ what: "  here, so many times that", value: times, unit: "×" }]),
    ];
  });
}
