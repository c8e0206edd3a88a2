"use client";

import { useTranslations } from "next-intl";
import { CreateForm } from "#components/invitations/create-form.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { recruitmentWays, type RecruitmentWay } from "#lib/studies/schema.ts";

type Props = {
  studyId: string;
  /** Those of the plan; where it names none, all. */
  ways: readonly RecruitmentWay[];
  cohorts: readonly string[];
  people: number;
};

export function CreateInvitations({ ways, ...rest }: Props) {
  const t = useTranslations("invitations.making");
  const open = recruitmentWays.filter((way) => ways.length === 0 || ways.includes(way));
  return (
    <section aria-labelledby="making" className="mb-12 grid grid-cols-1 gap-4">
      <h2 id="making" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Tabs
        label={t("ways")}
        items={open.map((way) => ({
          value: way,
          label: t(`${way}.name`),
          content: <CreateForm way={way} {...rest} />,
        }))}
      />
    </section>
  );
}
