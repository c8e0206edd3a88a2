import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { openInvitation } from "#app/(participant)/join/[code]/invited.ts";
import { joinAddress } from "#components/sitting/arrival.ts";
import { JoinProblem } from "#components/sitting/join-problem.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { Welcome } from "#components/sitting/welcome.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { getViewer } from "#lib/auth/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { findSittingByCode } from "#lib/sittings/queries.ts";

export async function generateMetadata(props: PageProps<"/join/[code]">): Promise<Metadata> {
  const opened = await openInvitation((await props.params).code, await props.searchParams, await getLocale());
  const t = await getTranslations("join");
  return { title: opened.problem ? t(`problems.${opened.problem}.title`) : opened.text.words.title };
}

/** The first page of a link. It looks and stores nothing: previews of links and scanners of mail come here too. */
export default async function JoinPage({ params, searchParams }: PageProps<"/join/[code]">) {
  const { code } = await params;
  const locale = await getLocale();
  const t = await getTranslations("join");
  const { sitting } = await getMessages();
  const viewer = await getViewer();
  const begun = viewer && hasRole(viewer, ["participant"]) ? await findSittingByCode(viewer, code) : null;
  if (begun)
    return (
      <div className="grid gap-6">
        <PageTitle>{t("returning.title")}</PageTitle>
        <p>{t("returning.body")}</p>
        <div>
          <ButtonLink href={`/sittings/${begun}`} variant="primary">
            {t("returning.goOn")}
          </ButtonLink>
        </div>
      </div>
    );
  const opened = await openInvitation(code, await searchParams, locale);
  if (opened.problem) return <JoinProblem problem={opened.problem} />;
  const { invited, text, arrival } = opened;
  const { cases, practice, questions, study } = invited;
  return (
    <Welcome
      title={text.words.title}
      text={<Markdown text={text.words.welcome} lang={text.language} />}
      language={text.language}
      facts={{ cases, practice, limitMinutes: questions.timeLimitMinutes }}
      words={sitting}
      notes={
        <>
          {text.language !== locale && <Callout>{sitting.otherLanguage}</Callout>}
          {study.isDemo && <Callout>{t("demo")}</Callout>}
          {invited.recruitment === "prolific" && <Callout>{t("fromProlific")}</Callout>}
          {viewer && <Callout tone="warning">{t("otherPerson", { name: viewer.name })}</Callout>}
        </>
      }
    >
      <section aria-labelledby="next" className="grid gap-3">
        <h2 id="next" className="text-xl font-semibold">
          {t("next")}
        </h2>
        <p>{t("nextBody")}</p>
        <div>
          <ButtonLink href={joinAddress(code, "/consent", arrival)} variant="primary">
            {t("goOn")}
          </ButtonLink>
        </div>
      </section>
    </Welcome>
  );
}
