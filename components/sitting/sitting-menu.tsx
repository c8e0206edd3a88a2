import { getTranslations } from "next-intl/server";
import { PageMenu } from "#components/shell/page-menu.tsx";

const pages = [
  ["how", "instructions"],
  ["code", "code"],
  ["data", "data"],
  ["withdraw", "withdraw"],
  ["leave", "leave"],
] as const;

/** What is to be had on every page of a sitting. A case that is left through it keeps what was begun, as by any other link. */
export async function SittingMenu({ sittingId }: { sittingId: string }) {
  const t = await getTranslations("menu");
  const links = pages.map(([name, page]) => ({
    href: `/sittings/${encodeURIComponent(sittingId)}/${page}`,
    label: t(name),
  }));
  return (
    <PageMenu id="sitting-menu" open={t("open")} label={t("label")} links={links}>
      <p
        role="status"
        data-offline={t("offline")}
        className="px-3 py-2 text-sm text-ink-muted empty:hidden"
      />
    </PageMenu>
  );
}
