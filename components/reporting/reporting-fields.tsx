"use client";

import { useTranslations } from "next-intl";
import { Fields, fieldsOf, group, type FieldTools, type Item, row } from "#components/plan-form/fields.tsx";
import type { ConsentSays } from "#lib/studies/reporting/stated.ts";
import { paymentBases, type Reporting } from "#lib/studies/reporting/schema.ts";

type Payment = NonNullable<Reporting["payment"]>;
type Approval = NonNullable<Reporting["approval"]>;
type Allowance = NonNullable<Reporting["tools"]>;
type Period = Reporting["period"];

const payments: Readonly<Record<Payment["kind"], Payment>> = {
  paid: { kind: "paid", amount: 0, currency: "", per: "participant" },
  unpaid: { kind: "unpaid" },
  other: { kind: "other", words: "" },
};
const approvals: Readonly<Record<Approval["kind"], Approval>> = {
  approved: { kind: "approved", board: "" },
  exempt: { kind: "exempt", words: "" },
  none: { kind: "none", words: "" },
};
const kindsOf = <K extends string>(begun: Readonly<Record<K, unknown>>) => Object.keys(begun) as K[];
const kindOf = (stated?: { kind: string }) => stated?.kind ?? "";

const { number, text, select } = fieldsOf<Reporting>();
const two = "grid items-start gap-4 sm:grid-cols-2";

type Words = ReturnType<typeof useTranslations<"reporting">>;
type Props = {
  tools: FieldTools<Reporting>;
  /** What the consent page says is quoted where nothing else is stated. */
  consent: ConsentSays;
};

/** What a methods section has to say of participants and the data can’t: each of it may be left open. */
export function ReportingFields({ tools, consent }: Props) {
  const t = useTranslations("reporting");
  const { value, errorOf } = tools;
  const sentences = (field: "how" | "eligibility" | "furtherConsent") =>
    anchor(field, [
      text(field, t(`fields.${field}`), { hint: t(`hints.${field}`), rows: 2, empty: "absent" }),
    ]);
  const end = (name: "from" | "to") =>
    text("period", t(`period.${name}`), {
      type: "date",
      error: errorOf(`period.${name}`) ?? "",
      read: (now: Period) => now?.[name],
      write: (day: string, now: Period) => {
        const next = { from: "", to: "", ...now, [name]: day };
        return next.from || next.to ? next : undefined;
      },
    });
  const period = group(t("fields.period"), [row("grid gap-4 sm:grid-cols-2", [end("from"), end("to")])], {
    id: "reporting-period",
    className: "grid min-w-0 grid-cols-1 gap-2",
    legendClass: "mb-1 font-medium",
    about: t("hints.period"),
    aboutClass: "text-sm text-ink-muted",
  });
  const where = text("where", t("fields.where"), { hint: t("hints.where"), empty: "absent" });
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Fields
        tools={tools}
        items={[
          sentences("how"),
          row(two, [anchor("where", [where]), period]),
          sentences("eligibility"),
          payment(t, tools, consent.payment),
          approval(t, value.approval, consent.approval),
          sentences("furtherConsent"),
          allowance(t, "translation", value.translation),
          allowance(t, "tools", value.tools),
        ]}
      />
    </div>
  );
}

/** What a report's note on something missing links to. */
const anchor = (field: keyof Reporting, items: Item[], className = "") =>
  row(`${className} scroll-mt-24`, items, `reporting-${field}`);

const quote = (t: Words, text?: string) => (text ? { hint: t("consentSays", { text }) } : {});

function payment(t: Words, { value, errorOf }: FieldTools<Reporting>, consent?: string): Item {
  const stated = value.payment;
  const kinds = kindsOf(payments).map((kind) => [kind, t(`payment.kinds.${kind}`)] as const);
  return anchor(
    "payment",
    [
      select("payment", t("fields.payment"), [["", t("notStated")], ...kinds], {
        ...quote(t, consent),
        error: stated ? "" : errorOf("payment"),
        read: kindOf,
        write: (kind: Payment["kind"]) => payments[kind],
      }),
      stated?.kind === "paid" &&
        row("grid items-start gap-4 sm:grid-cols-3", [
          number("payment.amount", t("payment.amount"), {
            min: 0,
            step: "any",
            read: (amount: number) => amount || null,
          }),
          text("payment.currency", t("payment.currency"), {
            maxLength: 3,
            write: (written: string) => written.trim().toUpperCase(),
          }),
          select(
            "payment.per",
            t("payment.per"),
            paymentBases.map((per) => [per, t(`payment.bases.${per}`)]),
          ),
        ]),
      stated?.kind === "other" &&
        text("payment.words", t("payment.words"), { hint: t("payment.wordsHint"), rows: 2 }),
    ],
    "grid grid-cols-1 gap-3",
  );
}

/** By whom and under which number; or why there is none. */
function approval(t: Words, stated?: Approval, consent?: string): Item {
  const kinds = kindsOf(approvals).map((kind) => [kind, t(`approval.kinds.${kind}`)] as const);
  return anchor(
    "approval",
    [
      select("approval", t("fields.approval"), [["", t("notStated")], ...kinds], {
        ...quote(t, consent),
        error: "",
        read: kindOf,
        write: (kind: Approval["kind"]) => approvals[kind],
      }),
      stated?.kind === "approved" &&
        row(two, [
          text("approval.board", t("approval.board")),
          text("approval.number", t("approval.number"), {
            hint: t("approval.numberHint"),
            empty: "absent",
          }),
        ]),
      stated &&
        stated.kind !== "approved" &&
        text("approval.words", t(`approval.words.${stated.kind}`), {
          hint: t(`approval.hints.${stated.kind}`),
          rows: 2,
        }),
    ],
    "grid grid-cols-1 gap-3",
  );
}

/** Whether participants were allowed it, as their instructions told them. */
function allowance(t: Words, field: "translation" | "tools", stated?: Allowance): Item {
  const answers = (["yes", "no"] as const).map((answer) => [answer, t(`allowance.${answer}`)] as const);
  return anchor(
    field,
    [
      select(field, t(`fields.${field}`), [["", t("notStated")], ...answers], {
        hint: t(`hints.${field}`),
        error: "",
        read: (now?: Allowance) => now && (now.allowed ? "yes" : "no"),
        write: (picked: string, now?: Allowance) =>
          picked === "" ? undefined : { ...now, allowed: picked === "yes" },
      }),
      stated &&
        text(`${field}.words`, t("allowance.words"), { hint: t("allowance.wordsHint"), empty: "absent" }),
    ],
    "grid items-start gap-4 sm:grid-cols-2",
  );
}
