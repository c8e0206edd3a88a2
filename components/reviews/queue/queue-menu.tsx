import { getTranslations } from "next-intl/server";
import { PageMenu } from "#components/shell/page-menu.tsx";

type Props = { links: readonly { href: string; label: string }[] };

/** What is to be had beside an item. */
export async function QueueMenu({ links }: Props) {
  const t = await getTranslations("queue.menu");
  return <PageMenu id="queue-menu" open={t("open")} label={t("label")} links={links} />;
}
