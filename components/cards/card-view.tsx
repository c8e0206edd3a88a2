import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CardChecklist } from "#components/cards/card-checklist.tsx";
import { CardFigure } from "#components/cards/card-figure.tsx";
import { CardHeadline } from "#components/cards/card-headline.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Card } from "#lib/cards/schema.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { cardFilePath, cardKeyAddress } from "#lib/paths.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

/** What a card says, for everybody: everything on it stands in the signed file. */
export async function CardView({ card, code }: { card: Card; code: string }) {
  const t = await getTranslations("cards");
  const arms = await getTranslations("builderPlan.assignment.arms.differences");
  const { study, plan } = card;
  return (
    <article className="grid min-w-0 gap-10">
      <header className="grid gap-3">
        <p className="text-sm font-semibold text-ink-muted">{t("label")}</p>
        <h1 dir="auto" className="text-2xl font-semibold tracking-tight wrap-anywhere">
          {study.title}
        </h1>
        <p className="text-ink-muted">{t("tagline")}</p>
        {study.who === "simulated" && <Callout tone="warning">{t("simulated")}</Callout>}
        {study.isDemo && <Callout tone="warning">{t("demo")}</Callout>}
        {study.arms && (
          <Callout>
            {t("arms", {
              count: study.arms.count,
              differ: arms(`${study.arms.differ}.name`),
            })}
          </Callout>
        )}
        {!plan.isIntact && <Callout tone="danger">{t("changedPlan")}</Callout>}
      </header>
      <Part name="headline">
        <CardHeadline card={card} />
      </Part>
      <CardFigure card={card} />
      <Part name="study">
        <Study card={card} />
      </Part>
      <Part name="checklist">
        <CardChecklist card={card} />
      </Part>
      <Part name="signature">
        <Signature card={card} code={code} />
      </Part>
    </article>
  );
}

async function Part({
  name,
  children,
}: {
  name: "headline" | "study" | "checklist" | "signature";
  children: ReactNode;
}) {
  const t = await getTranslations("cards");
  return (
    <section aria-labelledby={name} className="grid min-w-0 gap-3">
      <h2 id={name} className="text-xl font-semibold">
        {t(`${name}.title`)}
      </h2>
      {children}
    </section>
  );
}

type Fact = { name: string; value: ReactNode; hint?: string };

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(9rem,max-content)_1fr]">
    {facts.map(({ name, value, hint }) => (
      <div key={name} className="grid min-w-0 gap-x-6 gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
        <dt className="text-ink-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">
          {value}
          {hint !== undefined && <span className="block text-sm text-ink-muted">{hint}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

const Code = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>;

/** As somebody typed it. */
const Typed = ({ children }: { children: string }) => <bdi className="whitespace-pre-line">{children}</bdi>;

async function Study({ card: { study, plan, licence, contact } }: { card: Card }) {
  const t = await getTranslations("cards.study");
  const format = await getFormatter();
  const kinds = wordsIn(await getLocale(), "cases.filter.kinds");
  const kind = kindNames.find((name) => name === study.kind);
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  const typed = { ...study.recruitment, licence, contact };
  const said = (["how", "where", "eligibility", "licence", "contact"] as const).flatMap((key): Fact[] => {
    const value = typed[key];
    return value === null ? [] : [{ name: t(key), value: <Typed>{value}</Typed> }];
  });
  return (
    <Facts
      facts={[
        { name: t("benchmark"), value: <Typed>{study.benchmark}</Typed> },
        { name: t("kind"), value: kind === undefined ? study.kind : kinds(kind) },
        { name: t("period"), value: t("periodOf", { from: day(study.openedAt), to: day(study.closedAt) }) },
        ...said,
        {
          name: t("plan", { date: day(plan.frozenAt) }),
          value: <Code>{plan.hash}</Code>,
          hint: t("planHint"),
        },
      ]}
    />
  );
}

async function Signature({ card, code }: { card: Card; code: string }) {
  const t = await getTranslations("cards.signature");
  const format = await getFormatter();
  const { issue, issuedAt, signature } = card;
  const link = "target inline-flex items-center text-accent underline";
  const date = format.dateTime(new Date(issuedAt), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return (
    <>
      <p className="measure">{t("intro")}</p>
      <p className="measure">
        {t("issue", { issue, date: `${date} UTC` })}. <span className="text-ink-muted">{t("again")}</span>
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a href={cardFilePath(code)} download={`card-${issue}.json`} className={link}>
          {t("file")}
        </a>
        <a href={cardKeyAddress} className={link}>
          {t("key")}
        </a>
      </p>
      <Facts
        facts={[
          { name: t("fingerprint"), value: <Code>{signature.fingerprint}</Code> },
          {
            name: t("verify"),
            value: (
              <Code>{`npm run -s benchside -- verify card-${issue}.json --key ${signature.fingerprint}`}</Code>
            ),
          },
        ]}
      />
    </>
  );
}
