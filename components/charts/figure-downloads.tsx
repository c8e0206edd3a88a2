import { useTranslations } from "next-intl";
import { type Downloads, withWidth } from "#components/charts/downloads.ts";
import { paperWidths } from "#lib/figures/look.ts";

const widths = ["double", "single"] as const;

/** The figure at the widths of a page, and its numbers. */
export function FigureDownloads({ downloads }: { downloads: Downloads }) {
  const t = useTranslations("charts");
  const links = [
    ...(["svg", "png"] as const).flatMap((format) =>
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
