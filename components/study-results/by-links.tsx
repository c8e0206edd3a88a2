import { getTranslations } from "next-intl/server";
import { TabLinks } from "#components/ui/tab-links.tsx";
import type { AttributeOfCases } from "#lib/study-results/kinds/origins.ts";

type ByProps = {
  /** Where a page has several of these. */
  label?: string;
  attributes: readonly (AttributeOfCases & { label?: string })[];
  by: readonly string[];
  address: (names: readonly string[]) => string;
};

/** What rows are told apart by: each attribute can be taken in or out. */
export async function ByLinks({ label, attributes, by, address }: ByProps) {
  const t = await getTranslations("resultsRatings.origins");
  if (attributes.length < 2) return null;
  const items = attributes.map(({ name, values, label: shown = name }) => {
    const left = by.includes(name) ? by.filter((one) => one !== name) : [...by, name];
    return {
      href: address(left.length > 0 ? left : by),
      label: `${shown} (${values})`,
      current: by.includes(name),
    };
  });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <span className="text-sm text-ink-muted">{t("by")}</span>
      <TabLinks label={label ?? t("by")} items={items} look="pills" />
    </div>
  );
}
