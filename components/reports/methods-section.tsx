import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";
import { detailsPath } from "#lib/paths.ts";
import { writeMethodsText, type MethodsSection as Section } from "#lib/reports/methods/methods.ts";
import { fieldOf, nameGap, splitAtGaps } from "#lib/reports/methods/unstated.ts";
import { t } from "#lib/reports/words.ts";

type Props = { methods: readonly Section[]; study: { slug: string } };

export function MethodsSection({ methods, study: { slug } }: Props) {
  const gaps = [
    ...new Set(
      methods.flatMap(({ paragraphs }) =>
        paragraphs.flatMap((text) => splitAtGaps(text).flatMap(({ gap }) => gap ?? [])),
      ),
    ),
  ];
  return (
    <>
      {gaps.length > 0 && (
        <Callout tone="warning" title={t("methods.gapsTitle", { count: gaps.length })}>
          <p>{t("methods.gapsBody")}</p>
          <ul className="no-print mt-1 grid list-disc gap-1 pl-5">
            {gaps.map((gap) => (
              <li key={gap}>
                <Link href={detailsPath(slug, fieldOf(gap))} className="text-accent underline">
                  {t("methods.gapsLink", { what: nameGap(gap) })}
                </Link>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div id="methods-text" className="measure grid gap-3 wrap-anywhere">
        {methods.map(({ key, title, paragraphs }) => (
          <section key={key} aria-labelledby={`methods-${key}`} className="grid gap-2">
            <h3 id={`methods-${key}`} className="font-semibold">
              {title}
            </h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <Marked text={paragraph} slug={slug} />
              </p>
            ))}
          </section>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton
          value={writeMethodsText(methods)}
          from="methods-text"
          words={{ copy: t("methods.copy"), copied: t("methods.copied"), selected: t("methods.failed") }}
        />
      </div>
    </>
  );
}

/** What nobody stated leads to where it is stated. */
const Marked = ({ text, slug }: { text: string; slug: string }) =>
  splitAtGaps(text).map(({ text: piece, gap }, i) =>
    gap === null ? (
      piece
    ) : (
      <Link
        key={i}
        href={detailsPath(slug, fieldOf(gap))}
        className="rounded bg-warning-tint px-1 font-semibold text-ink underline"
      >
        {piece}
      </Link>
    ),
  );
