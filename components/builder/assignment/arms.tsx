"use client";

import { useTranslations } from "next-intl";
import { ArmFields } from "#components/builder/assignment/arm-fields.tsx";
import { addArm, makeArms, mayAdd } from "#components/builder/assignment/new-arms.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import {
  armDifferences,
  armUnits,
  differInCases,
  type Arm,
  type ArmDifference,
  type Arms,
} from "#lib/studies/arms/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

type Props = Pick<StepTools<Design["assignment"]>, "value" | "set" | "errorOf">;
const none = "none";

/** Whether people, or cases, are divided at random among arms that differ in one thing. */
export function AssignmentArms({ value: { arms }, set, errorOf }: Props) {
  const t = useTranslations("builderPlan.assignment.arms");
  const change = (next: Arms | undefined) => set({ arms: next });
  return (
    <section aria-labelledby="arms" className="grid gap-4">
      <header className="grid gap-1">
        <h2 id="arms" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="measure text-ink-muted">{t("intro")}</p>
      </header>
      <div className="grid max-w-xl items-end gap-4 sm:grid-cols-2">
        <SelectField
          label={t("differ")}
          value={arms?.differ ?? none}
          onChange={({ target }) =>
            change(target.value === none ? undefined : makeArms(target.value as ArmDifference, t))
          }
          hint={arms && t(`differences.${arms.differ}.hint`)}
          error={errorOf("arms.differ")}
        >
          <option value={none}>{t("none")}</option>
          {armDifferences.map((differ) => (
            <option key={differ} value={differ}>
              {t(`differences.${differ}.name`)}
            </option>
          ))}
        </SelectField>
        {arms && differInCases(arms.differ) && (
          <SelectField
            label={t("unit")}
            value={arms.unit}
            onChange={({ target }) => change({ ...arms, unit: target.value as Arms["unit"] })}
            hint={t(`units.${arms.unit}.hint`)}
            error={errorOf("arms.unit")}
          >
            {armUnits.map((unit) => (
              <option key={unit} value={unit}>
                {t(`units.${unit}.name`)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {arms && <ListedArms arms={arms} change={change} errorOf={errorOf} />}
    </section>
  );
}

type ListProps = Pick<Props, "errorOf"> & { arms: Arms; change: (next: Arms) => void };

function ListedArms({ arms, change, errorOf }: ListProps) {
  const t = useTranslations("builderPlan.assignment.arms");
  const replace = (at: number, by: Partial<Arm>) =>
    change({ ...arms, arms: arms.arms.map((one, i) => (i === at ? { ...one, ...by } : one)) });
  return (
    <>
      <ol role="list" className="grid gap-6">
        {arms.arms.map((arm, at) => (
          <li key={at}>
            <ArmFields
              number={at + 1}
              arm={arm}
              errorOf={(path) => errorOf(`arms.arms.${at}.${path}`)}
              onChange={(by) => replace(at, by)}
              onRemove={
                arms.arms.length > 2
                  ? () => change({ ...arms, arms: arms.arms.filter((_, i) => i !== at) })
                  : null
              }
            />
          </li>
        ))}
      </ol>
      {mayAdd(arms) && (
        <div>
          <Button onClick={() => change(addArm(arms, t))}>{t("add")}</Button>
        </div>
      )}
    </>
  );
}
