import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireOngoing } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { listItems } from "#components/sitting/overview-items.ts";
import { Overview } from "#components/sitting/overview.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { findFirstOpen } from "#lib/sittings/where-next.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.overview");
  return { title: t("title") };
}

export default async function OverviewPage({ params }: PageProps<"/sittings/[sittingId]/overview">) {
  const { place } = await requireOngoing(params);
  const { sitting } = await getMessages();
  const { id, progress, questions } = place;
  const items = listItems(progress, questions);
  const practice = progress.length - items.length;
  const isComplete = items.every(({ state }) => state === "answered");
  return (
    <Overview
      items={items}
      words={sitting}
      goTo={
        questions.mayGoBack
          ? (number, { label, className, children }) => (
              <a
                href={`/sittings/${id}/${progress[practice + number - 1]?.position}`}
                aria-label={label}
                className={className}
              >
                {children}
              </a>
            )
          : undefined
      }
    >
      <div className="grid justify-items-start gap-3 border-t border-line pt-6">
        {isComplete ? (
          <ButtonLink href={`/sittings/${id}/finish`} variant="primary">
            {sitting.overview.finish}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href={`/sittings/${id}/${findFirstOpen(progress, questions)}`} variant="primary">
              {sitting.overview.resume}
            </ButtonLink>
            <p className="text-ink-muted">{sitting.overview.notYet}</p>
          </>
        )}
      </div>
    </Overview>
  );
}
