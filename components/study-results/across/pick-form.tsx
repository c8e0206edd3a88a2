import { useTranslations } from "next-intl";
import { acrossPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { maxPicks, writePick, type Pick } from "#lib/study-results/across/across.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { stratumChoices } from "#lib/study-results/schema.ts";

type Props = {
  offered: readonly { slug: string; title: string }[];
  /** Those that are picked, whose cohorts are therefore known. */
  studies: readonly StudyRows[];
  picked: readonly Pick[];
  asked: Readonly<Record<string, string | string[] | undefined>>;
};

/** A plain form: what is picked stands in the address, and it needs no script. */
export function PickForm({ offered, studies, picked, asked }: Props) {
  const t = useTranslations("resultsAcross.pick");
  const isPicked = (pick: Pick) => picked.some((one) => writePick(one) === writePick(pick));
  const box = (pick: Pick, label: string) => (
    <CheckboxField
      key={`${writePick(pick)} ${isPicked(pick)}`}
      name="study"
      value={writePick(pick)}
      label={<bdi className="wrap-anywhere">{label}</bdi>}
      defaultChecked={isPicked(pick)}
    />
  );
  return (
    <form action={acrossPath()} aria-label={t("title")} className="grid gap-4 print:hidden">
      <fieldset className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        <legend className="font-semibold">{t("studies")}</legend>
        {offered.map(({ slug, title }) => box({ slug, cohort: null }, title))}
      </fieldset>
      {studies
        .filter(({ cohorts }) => cohorts.length > 0)
        .map(({ study: { slug, title }, cohorts }) => (
          <fieldset key={slug} className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            <legend className="font-semibold wrap-anywhere">{t("cohorts", { title })}</legend>
            {cohorts.map((cohort) => box({ slug, cohort }, t("cohort", { cohort })))}
          </fieldset>
        ))}
      <div className="flex flex-wrap items-end gap-4">
        <PopulationFields studies={studies} asked={asked} />
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
      </div>
      <p className="text-sm text-ink-muted">
        {t("hint")} {t("most", { most: maxPicks })}
      </p>
    </form>
  );
}

/** Which cases and people of the studies are compared. */
function PopulationFields({ studies, asked }: { studies: Props["studies"]; asked: Props["asked"] }) {
  const t = useTranslations("resultsAcross.pick");
  const valueOf = (name: string) => (typeof asked[name] === "string" ? asked[name] : undefined);
  const kinds = [...new Set(studies.flatMap((study) => study.kinds))];
  const nameOf = useTranslations("cases.filter.kinds");
  const tracks = [...new Set(studies.flatMap(({ tracks }) => tracks.map(({ name }) => name)))];
  return (
    <>
      {kinds.length > 1 && (
        <SelectField
          key={`kind ${valueOf("kind")}`}
          name="kind"
          label={t("kind")}
          defaultValue={valueOf("kind") ?? ""}
        >
          <option value="">{t("firstKind")}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {nameOf(kind)}
            </option>
          ))}
        </SelectField>
      )}
      {tracks.length > 1 && (
        <SelectField
          key={`track ${valueOf("track")}`}
          name="track"
          label={t("track")}
          defaultValue={valueOf("track") ?? ""}
        >
          <option value="">{t("allTracks")}</option>
          {tracks.map((track) => (
            <option key={track}>{track}</option>
          ))}
        </SelectField>
      )}
      <SelectField
        key={`stratum ${valueOf("stratum")}`}
        name="stratum"
        label={t("stratum")}
        defaultValue={valueOf("stratum") ?? "selected"}
      >
        {stratumChoices.map((stratum) => (
          <option key={stratum} value={stratum}>
            {t(`strata.${stratum}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={`excluded ${valueOf("excluded")}`}
        name="excluded"
        label={t("excluded")}
        defaultValue={valueOf("excluded") ?? "without"}
      >
        <option value="without">{t("without")}</option>
        <option value="with">{t("with")}</option>
      </SelectField>
    </>
  );
}
