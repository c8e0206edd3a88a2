import { useTranslations } from "next-intl";
import type { ReportingTools } from "#components/reporting/reporting-fields.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { Reporting } from "#lib/studies/reporting/schema.ts";

type Approval = NonNullable<Reporting["approval"]>;
const begun: Readonly<Record<string, Approval>> = {
  approved: { kind: "approved", board: "" },
  exempt: { kind: "exempt", words: "" },
  none: { kind: "none", words: "" },
};
const kinds = ["approved", "exempt", "none"] as const;

type Props = ReportingTools & { consent: string | undefined };

/** By whom and under which number; or why there is none. */
export function ApprovalFields({ value: { approval }, set, errorOf, consent }: Props) {
  const t = useTranslations("reporting");
  return (
    <div id="reporting-approval" className="grid grid-cols-1 scroll-mt-24 gap-3">
      <SelectField
        label={t("fields.approval")}
        hint={consent ? t("consentSays", { text: consent }) : undefined}
        value={approval?.kind ?? ""}
        onChange={({ target }) => set("approval", begun[target.value])}
      >
        <option value="">{t("notStated")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`approval.kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      {approval?.kind === "approved" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={t("approval.board")}
            value={approval.board}
            onChange={({ target }) => set("approval", { ...approval, board: target.value })}
            error={errorOf("approval.board")}
          />
          <TextField
            label={t("approval.number")}
            hint={t("approval.numberHint")}
            value={approval.number ?? ""}
            onChange={({ target }) =>
              set("approval", {
                kind: "approved",
                board: approval.board,
                ...(target.value && { number: target.value }),
              })
            }
            error={errorOf("approval.number")}
          />
        </div>
      )}
      {approval && approval.kind !== "approved" && (
        <TextAreaField
          label={t(`approval.words.${approval.kind}`)}
          hint={t(`approval.hints.${approval.kind}`)}
          rows={2}
          value={approval.words}
          onChange={({ target }) => set("approval", { ...approval, words: target.value })}
          error={errorOf("approval.words")}
        />
      )}
    </div>
  );
}
