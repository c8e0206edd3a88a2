import { useFormatter, useTranslations } from "next-intl";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { Prose } from "#components/builder/plan/section.tsx";
import { peoplePerArm, type Arm, type Arms } from "#lib/studies/arms/schema.ts";
import { studyLanguages } from "#lib/studies/schema.ts";

/** What arms differ in, how they are dealt, and what each of them is. */
export function PlanArms({ arms: { differ, unit, arms }, people }: { arms: Arms; people: number }) {
  const t = useTranslations("builder.plan.arms");
  const format = useFormatter();
  const each = peoplePerArm({ people, arms: { differ, unit, arms } });
  return (
    <section className="grid gap-3">
      <Prose>
        {[t("differ", { arms: arms.length, differ }), t(unit, { people: each, arms: arms.length })]}
      </Prose>
      <dl className="grid gap-3">
        {arms.map((arm, at) => (
          <div key={arm.name} className="grid gap-1">
            <dt className="font-medium">{t("arm", { number: format.number(at + 1), name: arm.name })}</dt>
            <dd className="measure">
              <Shown arm={arm} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Shown({ arm }: { arm: Arm }) {
  const t = useTranslations("builder.plan.arms");
  const shown = useTranslations("builderPlan.assignment.arms.shown");
  if (arm.instructions) {
    const written = studyLanguages.filter((language) => arm.instructions?.[language]);
    if (written.length === 0) return t("nothingAdded");
    return written.map((language) => (
      <div key={language} lang={language} className="border-l-2 border-line pl-4">
        <Markdown text={arm.instructions?.[language] ?? ""} lang={language} />
      </div>
    ));
  }
  if (arm.turns !== undefined) return arm.turns === null ? t("allTurns") : t("turns", { turns: arm.turns });
  if (arm.profiles !== undefined) return shown(arm.profiles ? "profiles" : "noProfiles");
  if (arm.distractors !== undefined) return shown(arm.distractors);
  return shown(arm.translation ? "translation" : "noTranslation");
}
