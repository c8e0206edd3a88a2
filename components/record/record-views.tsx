import { getTranslations } from "next-intl/server";
import { doorsPath, recordPath } from "#lib/paths.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";

const views = { actions: recordPath, doors: doorsPath };

/** What was done, which stays for good; and who came to the doors, which doesn't. */
export async function RecordViews({ current }: { current: keyof typeof views }) {
  const t = await getTranslations("record.views");
  const items = (["actions", "doors"] as const).map((view) => ({
    href: views[view],
    label: t(view),
    current: view === current,
  }));
  return (
    <div className="mb-6">
      <TabLinks label={t("label")} items={items} />
    </div>
  );
}
