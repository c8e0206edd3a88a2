import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { paperThemes, paperWidths } from "#lib/figures/look.ts";
import { findChinese } from "#lib/figures/pdf/faces.ts";

const widths = ["double", "single"] as const;
const formats = ["pdf", "svg", "png"] as const;

/** Where a figure's file of a format is: a picture without width, theme and language, which are added, or the numbers. */
export type Downloads = (format: (typeof formats)[number] | "csv") => string;

type Props = { id: string; downloads: Downloads; language: Locale };

/** The figure for a page, in the language it is shown in, and its numbers. A plain form, which needs no script. */
export async function FigureDownloads({ id, downloads, language }: Props) {
  const t = await getTranslations("charts");
  const { pathname, searchParams } = new URL(downloads("pdf"), "http://localhost");
  searchParams.delete("format");
  if (language !== "en") searchParams.set("lang", language);
  return (
    <Popover id={`${id}-download`} label={t("download")} name={t("downloads")}>
      <form action={pathname} className="grid gap-3 text-sm">
        {[...searchParams].map(([name, value], i) => (
          <input key={i} type="hidden" name={name} value={value} />
        ))}
        <Choice legend={t("format")} name="format" choices={formats.map((one) => [one, one.toUpperCase()])} />
        <Choice
          legend={t("size")}
          name="width"
          choices={widths.map((one) => [one, t(`widths.${one}`, { mm: paperWidths[one] })])}
        />
        <Choice
          legend={t("theme")}
          name="theme"
          choices={paperThemes.map((one) => [one, t(`themes.${one}`)])}
        />
        {language !== "en" && <NoFace />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button type="submit" size="small" variant="primary">
            {t("save")}
          </Button>
          <a
            href={downloads("csv")}
            download
            className="target-small inline-flex items-center text-accent underline"
          >
            {t("numbers")}
          </a>
        </div>
      </form>
    </Popover>
  );
}

type ChoiceProps = { legend: string; name: string; choices: readonly (readonly [string, string])[] };

/** The first is chosen from the start. */
const Choice = ({ legend, name, choices }: ChoiceProps) => (
  <fieldset>
    <legend className="font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-x-4">
      {choices.map(([value, label], i) => (
        <label key={value} className="target-small inline-flex items-center gap-2">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={i === 0}
            className="size-4.5 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

/** Files are in another language than the screen where the server lacks the letters. */
async function NoFace() {
  const t = await getTranslations("charts");
  return (await findChinese()) === null && <p className="measure text-ink-muted">{t("noFace")}</p>;
}
