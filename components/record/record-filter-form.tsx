import { getTranslations } from "next-intl/server";
import { actions, formatAction } from "#components/record/action-words.ts";
import { recordPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { origins, subjectTypes, type RecordFilter } from "#lib/audit/schema.ts";

type Actor = { id: string; name: string; handle: string };
type Props = {
  filter: RecordFilter;
  actors: readonly Actor[];
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export async function RecordFilterForm({ filter, actors }: Props) {
  const words = await getTranslations("record");
  const t = await getTranslations("record.filter");
  return (
    <form action={recordPath} role="search" aria-label={t("label")} className="mb-6 grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <div className="sm:col-span-2">
          <Typed name="text" type="search" filter={filter} />
        </div>
        <Typed name="from" type="date" filter={filter} />
        <Typed name="to" type="date" filter={filter} />
        <Choice
          name="actor"
          filter={filter}
          options={actors.map(({ id, name, handle }) => [id, `${name} (${handle})`])}
        />
        <Choice
          name="action"
          filter={filter}
          options={actions.map((action) => [action, formatAction(words, action)])}
        />
        <Choice
          name="type"
          filter={filter}
          options={subjectTypes.map((type) => [type, t(`types.${type}`)])}
        />
        <Choice
          name="origin"
          filter={filter}
          options={origins.map((origin) => [origin, t(`origins.${origin}`)])}
        />
        {filter.subject !== undefined && <Typed name="subject" type="text" filter={filter} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
        <ButtonLink href={recordPath} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}

type ChoiceProps = {
  name: "actor" | "action" | "origin" | "type";
  filter: RecordFilter;
  options: readonly [string, string][];
};

async function Choice({ name, filter, options }: ChoiceProps) {
  const t = await getTranslations("record.filter");
  return (
    <SelectField
      key={`${name} ${filter[name]}`}
      name={name}
      label={t(name)}
      defaultValue={filter[name] ?? ""}
    >
      <option value="">{t("all")}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

type TypedProps = {
  name: "text" | "subject" | "from" | "to";
  type: "search" | "text" | "date";
  filter: RecordFilter;
};

async function Typed({ name, type, filter }: TypedProps) {
  const t = await getTranslations("record.filter");
  return (
    <TextField
      key={`${name} ${filter[name]}`}
      type={type}
      name={name}
      label={t(name)}
      maxLength={type === "date" ? undefined : 200}
      defaultValue={filter[name]}
    />
  );
}
