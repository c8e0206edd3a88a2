import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { isFilter, type Selector } from "#lib/studies/selectors/schema.ts";
import type { View } from "#lib/study-results/schema.ts";

type Stratum = View["stratum"];

/** What the selectors made of the cases of a stratum, as in “cases chosen by Oar’s confidence”; null where nobody chose them. */
export function formatSelectedCases(
  selectors: readonly Selector[],
  locale: Locale,
  stratum: Stratum = "selected",
): string | null {
  const t = wordsIn(locale, "selection");
  const reference = selectors.find(({ way }) => way === "errors");
  const filters = selectors.filter(isFilter);
  const names = [...new Set(filters.map(({ model }) => model))];
  const way = filters.every((one) => one.way === "confidence") ? "confidence" : "marked";
  const models = new Intl.ListFormat(locale === "en" ? "en-GB" : locale).format(names);
  const filtered = names.length > 0 ? t(way, { models, count: names.length }) : null;
  if (!reference) return filtered;
  const { model, threshold } = reference;
  const selected = t("errors", { model, stratum, sure: threshold ? "yes" : "no" });
  return filtered ? t("both", { selected, filtered }) : selected;
}

/** The same as a part of a sentence about figures: “on cases where Oar was confidently wrong”. */
export function formatSelection(
  selectors: readonly Selector[],
  locale: Locale,
  stratum?: Stratum,
): string | null {
  const cases = formatSelectedCases(selectors, locale, stratum);
  return cases && wordsIn(locale, "selection")("on", { cases });
}
