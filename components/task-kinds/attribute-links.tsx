import { getTranslations } from "next-intl/server";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { resultsPath } from "#lib/paths.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { listAttributes } from "#lib/study-results/kinds/asked-attributes.ts";

type Props = Pick<OwnOverviewProps, "rows" | "view"> & {
  by: readonly string[];
  /** Of the section that they change. */
  anchor: string;
};

/** Each attribute is taken or left by its own link; one of them stays. */
export async function AttributeLinks({ rows, view, by, anchor }: Props) {
  const t = await getTranslations("resultsRatings.origins");
  const attributes = listAttributes(rows);
  if (attributes.length < 2) return null;
  const items = attributes.map(({ name, values }) => {
    const left = by.includes(name) ? by.filter((one) => one !== name) : [...by, name];
    const query = writeView(view);
    for (const one of left.length > 0 ? left : by) query.append("by", one);
    return {
      href: `${resultsPath(rows.study.slug, "overview", query)}#${anchor}`,
      label: `${name} (${values})`,
      current: by.includes(name),
    };
  });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <span className="text-sm text-ink-muted">{t("by")}</span>
      <TabLinks label={t("by")} items={items} look="pills" />
    </div>
  );
}
