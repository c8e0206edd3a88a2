"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/plain-action.tsx";
import { removeMember } from "#lib/study-members/actions.ts";

type Props = {
  studyId: string;
  userId: string;
  name: string;
  /** The study, where several stand in a table. */
  from?: string;
};

export function RemoveMember({ studyId, userId, name, from }: Props) {
  const t = useTranslations("team");
  return (
    <PlainAction
      action={removeMember}
      fields={{ studyId, userId }}
      words={{
        open: t("remove.open"),
        openOf:
          from === undefined ? t("remove.openOf", { name }) : t("person.removeOf", { name, title: from }),
        title: t("remove.title", { name }),
        submit: t("remove.submit", { name }),
        busy: t("remove.busy"),
        done: t("remove.done", { name }),
      }}
      means={t("remove.means", { name })}
      look={{ size: "small", variant: "quiet" }}
    />
  );
}
