"use client";

import { useTranslations } from "next-intl";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import type { PlanFacts, PlanFields } from "#components/reviews/plan/plan-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";

type Props = PlanFields & Pick<PlanFacts, "tracks" | "isOfStudy">;

/** Which cases are items, and how they are given out. */
export function WorkFields({ value, set, errorOf, tracks, isOfStudy }: Props) {
  const t = useTranslations("reviews.plan.work");
  return (
    <PlanSection id="work" title={t("title")} about={t("about")}>
      {tracks.length > 1 && <Tracks value={value} set={set} errorOf={errorOf} tracks={tracks} />}
      {isOfStudy && <Agreement value={value} set={set} errorOf={errorOf} />}
      <div className="grid max-w-4xl gap-4 sm:grid-cols-3">
        <RequiredNumberField
          label={t("batchSize")}
          hint={t("batchSizeHint")}
          min={1}
          value={value.batchSize}
          onNumber={(batchSize) => set({ batchSize })}
          error={errorOf("batchSize")}
        />
        <SelectField
          label={t("order.label")}
          hint={t("order.hint")}
          value={value.order}
          onChange={(event) => set({ order: event.target.value === "seeded" ? "seeded" : "file" })}
          error={errorOf("order")}
        >
          <option value="file">{t("order.file")}</option>
          <option value="seeded">{t("order.seeded")}</option>
        </SelectField>
        <RequiredNumberField
          label={t("leaseMinutes")}
          hint={t("leaseMinutesHint")}
          min={1}
          value={value.leaseMinutes}
          onNumber={(leaseMinutes) => set({ leaseMinutes })}
          error={errorOf("leaseMinutes")}
        />
      </div>
      {isOfStudy && (
        <CheckboxField
          label={t("showGold")}
          hint={t("showGoldHint")}
          checked={value.showGold}
          onChange={(event) => set({ showGold: event.target.checked })}
        />
      )}
    </PlanSection>
  );
}

function Tracks({ value, set, errorOf, tracks }: PlanFields & Pick<PlanFacts, "tracks">) {
  const t = useTranslations("reviews.plan.work");
  const chosen = value.tracks ?? tracks;
  const wrong = errorOf("tracks");
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{t("tracks")}</legend>
      {wrong && <FieldError id="tracks">{wrong}</FieldError>}
      <div className="flex flex-wrap gap-x-6">
        {tracks.map((track) => (
          <CheckboxField
            key={track}
            label={<bdi>{track}</bdi>}
            checked={chosen.includes(track)}
            onChange={(event) => {
              const now = tracks.filter((one) =>
                one === track ? event.target.checked : chosen.includes(one),
              );
              set({ tracks: now.length === tracks.length ? null : now });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** From a closed study, what has to be agreed on by whom. */
function Agreement({ value: { agreement }, set, errorOf }: PlanFields) {
  const t = useTranslations("reviews.plan.work");
  return (
    <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
      <RequiredNumberField
        label={t("people")}
        hint={t("peopleHint")}
        min={1}
        value={agreement.people}
        onNumber={(people) => set({ agreement: { ...agreement, people } })}
        error={errorOf("agreement.people")}
      />
      <PercentField
        label={t("share")}
        hint={t("shareHint")}
        min={50}
        max={100}
        value={agreement.share}
        onNumber={(share) => set({ agreement: { ...agreement, share } })}
        error={errorOf("agreement.share")}
      />
    </div>
  );
}
