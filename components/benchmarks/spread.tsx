import { getTranslations } from "next-intl/server";
import type { Spread as Measured } from "#lib/benchmarks/spread.ts";

/** "12 to 480, half of them up to 61"; a dash where nothing could be measured. */
export async function Spread({ value }: { value: Measured | null }) {
  const t = await getTranslations("benchmarks.spread");
  if (!value) return <span className="text-ink-muted">{t("none")}</span>;
  const { min, median, max } = value;
  return <span className="figures whitespace-nowrap">{t("value", { min, median, max })}</span>;
}

/** "4: 26,208 · 5: 699": how many cases have how many options. */
export async function OptionCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = await getTranslations("benchmarks.spread");
  const entries = Object.entries(counts).sort(([a], [b]) => Number(a) - Number(b));
  if (entries.length === 0) return <span className="text-ink-muted">{t("none")}</span>;
  return (
    <ul role="list" className="figures grid whitespace-nowrap">
      {entries.map(([options, cases]) => (
        <li key={options}>{t("options", { options: Number(options), cases })}</li>
      ))}
    </ul>
  );
}
