import { useFormatter, useTranslations } from "next-intl";
import {
  estimateSitting,
  readingSpeed,
  secondsFor,
  secondsOnce,
  secondsPerCase,
  type Spread,
} from "#lib/studies/reading/reading-time.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { countServed } from "#lib/studies/strata/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

type Props = { design: Pick<Design, "questions" | "words" | "sample">; reading: Spread | null };

/** How long a sitting takes by the cases that were drawn: wherever minutes are promised, or paid for. */
export function ReadingTime({ design, reading }: Props) {
  const t = useTranslations("builder.readingTime");
  const format = useFormatter();
  if (!reading) return <p className="text-sm text-ink-muted">{t("notDrawn")}</p>;
  const language = offeredLanguages(design.words)[0] ?? "en";
  const served = countServed(design.sample);
  const { median, ninetieth } = estimateSitting(design, language, { reading, served });
  const minutes = (value: number) => format.number(value, { maximumFractionDigits: 0 });
  const isSame = Math.round(median) === Math.round(ninetieth);
  const values = {
    median: minutes(median),
    ninetieth: minutes(ninetieth),
    cases: served,
    reading: minutes(reading.median / 60),
    deciding: minutes((served * secondsPerCase(design.questions)) / 60),
    once: minutes(secondsOnce(design, language) / 60),
    words: readingSpeed.words,
    signs: readingSpeed.signs,
    ...secondsFor,
  };
  return (
    <div className="grid rounded-md border border-line bg-raised px-4 pt-2.5 pb-0.5">
      <p>
        <strong className="figures font-semibold">{t(isSame ? "same" : "spread", values)}</strong>{" "}
        <span className="text-ink-muted">{t("parts", values)}</span>
      </p>
      <details className="text-sm text-ink-muted">
        <summary className="target flex w-fit items-center text-accent underline">{t("how")}</summary>
        <p className="measure">{t("method", values)}</p>
      </details>
    </div>
  );
}
