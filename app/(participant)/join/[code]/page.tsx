import type { Metadata } from "next";
import { getFormatter, getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { Consenting } from "#app/(participant)/join/[code]/consenting.tsx";
import { openInvitation } from "#app/(participant)/join/[code]/invited.ts";
import { LostSitting } from "#components/doors/lost-sitting.tsx";
import { proofWords } from "#components/doors/proof-words.ts";
import { sayName } from "#components/shell/person-name.ts";
import { JoinProblem } from "#components/sitting/entry/join-problem.tsx";
import { NextPersonForm } from "#components/sitting/finish/next-person-form.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ReturnForm } from "#components/sitting/entry/return-form.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { getViewer } from "#lib/auth/request/request.ts";
import { readKnownDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { findLostByCode } from "#lib/sittings/returning/lost-queries.ts";
import type { Ended } from "#lib/sittings/returning/queries.ts";
import type { Asks } from "#lib/sittings/returning/returning.ts";

export async function generateMetadata(props: PageProps<"/join/[code]">): Promise<Metadata> {
  const opened = await openInvitation((await props.params).code, await props.searchParams, await getLocale());
  const t = await getTranslations();
  switch (opened.kind) {
    case "obstacle":
      return { title: t(`join.problems.${opened.problem}.title`) };
    case "begun":
      return { title: t(opened.ended ? `join.ended.${opened.ended.state}.title` : "join.returning.title") };
    case "back":
      return { title: t(opened.ended ? `join.ended.${opened.ended.state}.title` : "way.welcomeBack.title") };
    case "new":
      return { title: opened.text.words.title };
  }
}

async function LostHere({ code, mayBeOther }: { code: string; mayBeOther?: boolean }) {
  const lost = await findLostByCode(code, await readKnownDevice());
  return lost && <LostSitting {...lost} mayBeOther={mayBeOther} />;
}

function Stopped({ code, ...why }: ComponentProps<typeof JoinProblem> & { code: string }) {
  return (
    <>
      <JoinProblem {...why} />
      <LostHere code={code} />
    </>
  );
}

/**
 * The first page of a link: what the study is, and what one agrees to. Opening it stores nothing: previews of links and scanners
 * of mail come here too.
 */
export default async function JoinPage({ params, searchParams }: PageProps<"/join/[code]">) {
  const { code } = await params;
  const locale = await getLocale();
  const opened = await openInvitation(code, await searchParams, locale);
  switch (opened.kind) {
    case "obstacle":
      return <Stopped code={code} {...opened} />;
    case "begun":
      return <Begun code={code} {...opened} />;
    case "back":
      return <LedBack code={code} {...opened} />;
  }
  const t = await getTranslations("join");
  const { sitting, way } = await getMessages();
  const viewer = await getViewer();
  const { invited, text } = opened;
  const { cases, practice, questions, languages, study } = invited;
  return (
    <Welcome
      title={text.words.title}
      text={<Markdown text={text.words.welcome} lang={text.language} />}
      language={text.language}
      facts={{
        cases,
        practice,
        languages,
        limitMinutes: questions.timeLimitMinutes,
        payment: text.words.ethics?.payment ?? null,
      }}
      reader={locale}
      words={sitting}
      notes={
        <>
          <LostHere code={code} mayBeOther />
          {text.language !== locale && <Callout>{sitting.otherLanguage}</Callout>}
          {study.isDemo && <Callout>{t("demo")}</Callout>}
          {invited.recruitment === "prolific" && <Callout>{t("fromProlific")}</Callout>}
          {viewer && (
            <Callout tone="warning">{t("otherPerson", { name: await sayName(viewer.name) })}</Callout>
          )}
        </>
      }
    >
      <Consenting code={code} {...opened} />
      {invited.recruitment === "open_link" && !viewer && (
        <p className="text-base text-ink-muted">
          {way.begunBefore}{" "}
          <a href="/sign-in?as=participant" className="text-accent underline">
            {t("toSignIn")}
          </a>
        </p>
      )}
    </Welcome>
  );
}

type BegunProps = { code: string; sittingId: string; ended: Ended | null; isShared: boolean };

async function Begun({ code, sittingId, ended, isShared }: BegunProps) {
  const t = await getTranslations("join");
  const { way } = await getMessages();
  return (
    <div className="grid gap-8">
      <div className="grid gap-6">
        {ended ? (
          <EndedTitle {...ended} />
        ) : (
          <>
            <PageTitle>{t("returning.title")}</PageTitle>
            <p>{t("returning.body")}</p>
          </>
        )}
        <div>
          <ButtonLink href={`/sittings/${sittingId}?back=1`} variant="primary">
            {t(ended ? `ended.${ended.state}.look` : "returning.goOn")}
          </ButtonLink>
        </div>
      </div>
      {isShared && <NextPersonForm code={code} words={way.another} />}
    </div>
  );
}

/** What a link says of a sitting that is over: its state, and nothing of what was answered. */
async function EndedTitle({ state, at }: Ended) {
  const t = await getTranslations(`join.ended.${state}`);
  const format = await getFormatter();
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <p>{at ? t("on", { date: format.dateTime(at, { dateStyle: "long" }) }) : t("body")}</p>
    </>
  );
}

const bodies = { nothing: "body", passphrase: "bodyPassphrase", new_link: "bodyLink" } as const;
type LedBackProps = { code: string; pid: string | null; asks: Asks; ended: Ended | null };

async function LedBack({ code, pid, asks, ended }: LedBackProps) {
  const t = await getTranslations("way.welcomeBack");
  const join = await getTranslations("join");
  const { way } = await getMessages();
  const viewer = await getViewer();
  const words = { ...way.welcomeBack, proof: await proofWords() };
  return (
    <div className="grid gap-6">
      {ended ? <EndedTitle {...ended} /> : <PageTitle>{t("title")}</PageTitle>}
      {viewer && <Callout tone="warning">{t("other", { name: await sayName(viewer.name) })}</Callout>}
      <p>{ended ? join("ended.notYou") : t(bodies[asks])}</p>
      {asks !== "new_link" && (
        <ReturnForm
          code={code}
          pid={pid}
          asksPassphrase={asks === "passphrase"}
          words={ended ? { ...words, goOn: join(`ended.${ended.state}.look`) } : words}
          refusals={{ unreached: way.unreached, busy: way.busy, new_link: t("bodyLink"), other: t("gone") }}
        />
      )}
      {ended && (
        <p>
          <a href="/sign-in?as=participant" className="text-accent underline">
            {join("toSignIn")}
          </a>
        </p>
      )}
    </div>
  );
}
