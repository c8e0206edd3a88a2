import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { markGap } from "#lib/reports/methods/unstated.ts";
import { reportingFields, type Reporting, type ReportingField } from "#lib/studies/reporting/schema.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "reporting" });

export const formatFieldName = (field: ReportingField): string => t(`fields.${field}`);

/** On one line, and with an end. */
export const asSentence = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return /[.!?…。！？]["'”’)\]]*$/.test(line) ? line : `${line}.`;
};

const allow = (field: "translation" | "tools", { allowed, words }: NonNullable<Reporting["tools"]>) =>
  [t(`sentences.${field}`, { allowed: allowed ? "yes" : "no" }), ...(words ? [asSentence(words)] : [])].join(
    " ",
  );

const writers: { [F in ReportingField]: (value: NonNullable<Reporting[F]>) => string } = {
  how: asSentence,
  where: (where) => t("sentences.where", { where }),
  period: ({ from, to }) =>
    from === to ? t("sentences.day", { from }) : t("sentences.period", { from, to }),
  eligibility: asSentence,
  payment: (payment) => {
    if (payment.kind === "other") return asSentence(payment.words);
    if (payment.kind === "unpaid") return t("sentences.unpaid");
    const { amount, currency, per } = payment;
    return t("sentences.paid", { amount: formatAmount(amount), currency, per });
  },
  approval: (approval) => {
    if (approval.kind !== "approved") return asSentence(approval.words);
    const { board, number } = approval;
    return number === undefined
      ? t("sentences.approvedWithout", { board, number: markGap("approvalNumber") })
      : t("sentences.approved", { board, number });
  },
  furtherConsent: asSentence,
  translation: (allowance) => allow("translation", allowance),
  tools: (allowance) => allow("tools", allowance),
};

const formatAmount = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);

/** In a sentence; null where nobody has stated it. */
export function formatStated<F extends ReportingField>(reporting: Reporting, field: F): string | null {
  const value = reporting[field];
  return value === undefined ? null : writers[field](value as NonNullable<Reporting[F]>);
}

export const listStated = (reporting: Reporting): { field: ReportingField; text: string }[] =>
  reportingFields.flatMap((field) => {
    const text = formatStated(reporting, field);
    return text === null ? [] : [{ field, text }];
  });
