"use client";

import { useTranslations } from "next-intl";
import { type Available, listConsequences } from "#components/builder/assignment/consequences.ts";
import { AssignmentArms } from "#components/builder/assignment/arms.tsx";
import { AssignmentDesign } from "#components/builder/assignment/design.tsx";
import { OrderCosts } from "#components/builder/assignment/order-costs.tsx";
import { AssignmentResults } from "#components/builder/assignment/results.tsx";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { Facts } from "#lib/studies/findings/findings.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import { caseOrders, optionOrders, type Design } from "#lib/studies/schema.ts";

const usualHours = 72;
const orders = { caseOrder: caseOrders, optionOrder: optionOrders };
const points = ["same", "own", "blocks", "arms", "order", "places"] as const;

type Tools = StepTools<Design["assignment"]>;
type Props = {
  study: BuilderStudy;
  /** What the frame holds, where it has been counted. */
  eligible?: readonly Available[];
  /** How long the cases of a sitting take to read, as the draft was saved. */
  reading?: Spread | null;
  /** The same in either order of the cases of a group, where these share a text. */
  orders?: Facts["orders"];
};

export function AssignmentStep({ study, eligible = [], reading = null, orders: costs = null }: Props) {
  const t = useTranslations("builderPlan.assignment");
  return (
    <StepForm
      study={study}
      step="assignment"
      value={study.design.assignment}
      about={points.map((point) => (
        <p key={point}>{t(`about.${point}`, { right: String(study.task.hasRight) })}</p>
      ))}
    >
      {(tools) => (
        <>
          <AssignmentDesign value={tools.value.design} onChange={(design) => tools.set({ design })} />
          <AssignmentPeople {...tools} />
          <AssignmentArms {...tools} />
          <section aria-labelledby="consequences" className="grid gap-4">
            <h2 id="consequences" className="text-xl font-semibold">
              {t("results.title")}
            </h2>
            <AssignmentResults
              assignment={tools.value}
              consequences={listConsequences(tools.value, study.design.sample, eligible)}
            />
            <ReadingTime design={study.design} reading={reading} />
          </section>
          {costs && <OrderCosts design={study.design} assignment={tools.value} orders={costs} />}
          <AssignmentOrders {...tools} task={study.task} />
          <AssignmentPlaces {...tools} />
        </>
      )}
    </StepForm>
  );
}

function AssignmentPeople({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.assignment");
  return (
    <div className="grid max-w-xl items-end gap-4 sm:grid-cols-2">
      <RequiredNumberField
        label={t("people")}
        hint={t("peopleHint")}
        min={1}
        max={10_000}
        value={value.people}
        onNumber={(people) => set({ people })}
        error={errorOf("people")}
      />
      {value.design === "blocks" && (
        <RequiredNumberField
          label={t("raters")}
          hint={t("ratersHint")}
          min={1}
          max={1000}
          value={value.ratersPerCase}
          onNumber={(ratersPerCase) => set({ ratersPerCase })}
          error={errorOf("ratersPerCase")}
        />
      )}
    </div>
  );
}

function AssignmentOrders({ value, set, errorOf, task }: Tools & Pick<BuilderStudy, "task">) {
  const t = useTranslations("builderPlan.assignment");
  const own = useTranslations("planKinds");
  return (
    <fieldset className="grid max-w-xl items-end gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-semibold">{t("orders.title")}</legend>
      {(["caseOrder", ...(task.ordersOptions ? (["optionOrder"] as const) : [])] as const).map((order) => (
        <SelectField
          key={order}
          label={t(`orders.${order}`)}
          value={value[order]}
          onChange={(event) => set({ [order]: event.target.value as (typeof caseOrders)[number] })}
          error={errorOf(order)}
          hint={
            order === "optionOrder" &&
            task.kinds.map((kind) => own(`${kind}.order`, { optionOrder: value[order] })).join(" ")
          }
        >
          {orders[order].map((name) => (
            <option key={name} value={name}>
              {t(`orders.${name}`)}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}

/** When the place of somebody who stays away is given to another. */
function AssignmentPlaces({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.assignment");
  return (
    <fieldset className="grid max-w-xl gap-4">
      <legend className="mb-1 text-xl font-semibold">{t("places.title")}</legend>
      <CheckboxField
        label={t("places.release")}
        hint={t("places.hint")}
        checked={value.placeHours !== null}
        onChange={(event) => set({ placeHours: event.target.checked ? usualHours : null })}
      />
      {value.placeHours !== null && (
        <div className="ml-9 max-w-60">
          <RequiredNumberField
            label={t("places.hours")}
            min={1}
            max={2160}
            value={value.placeHours}
            onNumber={(placeHours) => set({ placeHours })}
            error={errorOf("placeHours")}
          />
        </div>
      )}
    </fieldset>
  );
}
