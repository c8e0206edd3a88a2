import { useTranslations } from "next-intl";
import { paperWidths } from "#lib/figures/look.ts";

const widths = ["double", "single"] as const;
const formats = ["pdf", "svg", "png"] as const;

/** Where a figure's files are: pictures without a width, which is added, and the numbers. */
export type Downloads = Readonly<Record<(typeof formats)[number] | "csv", string>>;

/** The address for each of them. */
export const listDownloads = (address: (format: string) => string): Downloads => ({
  pdf: address("pdf"),
  svg: address("svg"),
  png: address("png"),
  csv: address("csv"),
});

/** The figure at the widths of a page, and its numbers. */
export function FigureDownloads({ downloads }: { downloads: Downloads }) {
  const t = useTranslations("charts");
  const links = [
    ...formats.flatMap((format) =>
      widths.map((width) => ({
        href: withWidth(downloads[format], width),
        text: t("picture", { format: format.toUpperCase(), mm: paperWidths[width] }),
      })),
    ),
    { href: downloads.csv, text: t("numbers") },
  ];
  return (
    <ul aria-label={t("download")} className="flex flex-wrap gap-x-4">
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href} download className="target inline-flex items-center text-accent underline">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

const withWidth = (address: string, width: (typeof widths)[number]): string =>
  `${address}${address.includes("?") ? "&" : "?"}width=${width}`;
