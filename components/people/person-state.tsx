import { getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import type { ListedUser } from "#lib/users/queries.ts";

export async function PersonState({ person }: { person: ListedUser }) {
  const t = await getTranslations("people.states");
  const state = person.deactivatedAt ? "deactivated" : person.lastSeenAt ? "active" : "invited";
  const tones = { deactivated: "danger", active: "success", invited: "neutral" } as const;
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(state)}</Badge>
      {person.isDemo && <Badge>{t("demo")}</Badge>}
      {person.isSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
}
