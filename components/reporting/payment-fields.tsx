import { useTranslations } from "next-intl";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import type { ReportingTools } from "#components/reporting/reporting-fields.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { paymentBases, type Reporting } from "#lib/studies/reporting/schema.ts";

type Payment = NonNullable<Reporting["payment"]>;
const begun: Readonly<Record<Payment["kind"], Payment>> = {
  paid: { kind: "paid", amount: 0, currency: "", per: "participant" },
  unpaid: { kind: "unpaid" },
  other: { kind: "other", words: "" },
};
const kinds = ["paid", "unpaid", "other"] as const;

type Props = ReportingTools & { consent: string | undefined };

export function PaymentFields({ value: { payment }, set, errorOf, consent }: Props) {
  const t = useTranslations("reporting");
  return (
    <div id="reporting-payment" className="grid grid-cols-1 scroll-mt-24 gap-3">
      <SelectField
        label={t("fields.payment")}
        hint={consent ? t("consentSays", { text: consent }) : undefined}
        value={payment?.kind ?? ""}
        onChange={({ target }) => set("payment", begin(target.value))}
        error={payment ? undefined : errorOf("payment")}
      >
        <option value="">{t("notStated")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`payment.kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      {payment?.kind === "paid" && (
        <Amount payment={payment} errorOf={errorOf} set={(next) => set("payment", next)} />
      )}
      {payment?.kind === "other" && (
        <TextAreaField
          label={t("payment.words")}
          hint={t("payment.wordsHint")}
          rows={2}
          value={payment.words}
          onChange={({ target }) => set("payment", { ...payment, words: target.value })}
          error={errorOf("payment.words")}
        />
      )}
    </div>
  );
}

/** Undefined where none was chosen. */
const begin = (written: string): Payment | undefined => {
  const kind = kinds.find((one) => one === written);
  return kind && begun[kind];
};

type Paid = Extract<Payment, { kind: "paid" }>;
type AmountProps = Pick<ReportingTools, "errorOf"> & { payment: Paid; set: (next: Paid) => void };

function Amount({ payment, set, errorOf }: AmountProps) {
  const t = useTranslations("reporting");
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <RequiredNumberField
        label={t("payment.amount")}
        min={0}
        step="any"
        value={payment.amount || null}
        onNumber={(amount) => set({ ...payment, amount })}
        error={errorOf("payment.amount")}
      />
      <TextField
        label={t("payment.currency")}
        maxLength={3}
        value={payment.currency}
        onChange={({ target }) => set({ ...payment, currency: target.value.trim().toUpperCase() })}
        error={errorOf("payment.currency")}
      />
      <SelectField
        label={t("payment.per")}
        value={payment.per}
        onChange={({ target }) =>
          set({
            ...payment,
            per: paymentBases.find((per) => per === target.value) ?? "participant",
          })
        }
      >
        {paymentBases.map((per) => (
          <option key={per} value={per}>
            {t(`payment.bases.${per}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
