import { getTranslations } from "next-intl/server";
import { doorsPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { type DoorFilter } from "#lib/audit/schema.ts";
import { doorKinds } from "#lib/auth/schema.ts";

/** A plain form: what it asks for stands in the address, and it needs no script. */
export async function DoorFilterForm({ filter }: { filter: DoorFilter }) {
  const doors = await getTranslations("record.doors");
  const t = await getTranslations("record.doors.filter");
  return (
    <form action={doorsPath} role="search" aria-label={t("label")} className="mb-6 grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          key={`text ${filter.text}`}
          type="search"
          name="text"
          label={t("text")}
          maxLength={200}
          defaultValue={filter.text}
        />
        <SelectField
          key={`kind ${filter.kind}`}
          name="kind"
          label={t("kind")}
          defaultValue={filter.kind ?? ""}
        >
          <option value="">{t("all")}</option>
          {doorKinds.map((kind) => (
            <option key={kind} value={kind}>
              {doors(`kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
        <ButtonLink href={doorsPath} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}
