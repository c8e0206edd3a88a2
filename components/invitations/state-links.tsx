import { getTranslations } from "next-intl/server";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { invitationStates, type InvitationState } from "#lib/invitations/schema.ts";

/** All of them, or those in one state. */
export async function StateLinks({ path, state }: { path: string; state: InvitationState | null }) {
  const t = await getTranslations("invitations.table");
  const items = [null, ...invitationStates].map((one) => ({
    href: one ? `${path}?state=${one}` : path,
    label: t(`filters.${one ?? "all"}`),
    current: one === state,
  }));
  return <TabLinks label={t("filter")} items={items} />;
}
