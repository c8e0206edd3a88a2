"use client";

import { useTranslations } from "next-intl";
import { AddMember } from "#components/team/add-member.tsx";

/** On a study's page: which researcher. */
export function AddResearcher({
  studyId,
  people,
}: {
  studyId: string;
  people: readonly { userId: string; name: string; handle: string }[];
}) {
  const t = useTranslations("team.add");
  return (
    <AddMember
      settled={{ name: "studyId", value: studyId }}
      choices={people.map(({ userId, name, handle }) => ({ id: userId, label: `${name} (${handle})` }))}
      words={{ label: t("label"), choose: t("choose"), done: (name) => t("done", { name }) }}
    />
  );
}

/** On a person's page: which study. */
export function AddStudy({
  person,
  studies,
}: {
  person: { id: string; name: string };
  studies: readonly { studyId: string; title: string }[];
}) {
  const t = useTranslations("team.person");
  return (
    <AddMember
      settled={{ name: "userId", value: person.id }}
      choices={studies.map(({ studyId, title }) => ({ id: studyId, label: title }))}
      words={{
        label: t("label"),
        choose: t("choose"),
        done: (title) => t("done", { name: person.name, title }),
      }}
    />
  );
}
