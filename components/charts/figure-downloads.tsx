import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { paperWidths } from "#lib/figures/look.ts";
import { findChinese } from "#lib/figures/pdf/chinese-face.ts";

const widths = ["double", "single"] as const;
const formats = ["pdf", "svg", "png"] as const;

/** Where a figure's files are: pictures without a width and a language, which are added, and the numbers. */
export type Downloads = Readonly<Record<(typeof formats)[number] | "csv", string>>;

/** The address for each of them. */
export const listDownloads = (address: (format: string) => string): Downloads => ({
  pdf: address("pdf"),
  svg: address("svg"),
  png: address("png"),
  csv: address("csv"),
});

type Props = { downloads: Downloads; language: Locale };

/** The figure at the widths of a page, in the language it is shown in, and its numbers. */
export async function FigureDownloads({ downloads, language }: Props) {
  const t = await getTranslations("charts");
  const links = [
    ...formats.flatMap((format) =>
      widths.map((width) => ({
        href: drawnAs(downloads[format], width, language),
        text: t("picture", { format: format.toUpperCase(), mm: paperWidths[width] }),
      })),
    ),
    { href: downloads.csv, text: t("numbers") },
  ];
  return (
    <div className="grid gap-1">
      <ul aria-label={t("download")} className="flex flex-wrap gap-x-4">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href} download className="target inline-flex items-center text-accent underline">
              {text}
            </a>
          </li>
        ))}
      </ul>
      {language !== "en" && <NoFace />}
    </div>
  );
}

/** Said where files are in another language than the screen. */
async function NoFace() {
  const t = await getTranslations("charts");
  return (await findChinese()) === null && <p className="text-ink-muted">{t("noFace")}</p>;
}

const drawnAs = (address: string, width: (typeof widths)[number], language: Locale): string =>
  `${address}${address.includes("?") ? "&" : "?"}width=${width}${language === "en" ? "" : `&lang=${language}`}`;
