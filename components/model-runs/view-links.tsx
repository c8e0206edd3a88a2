import { getTranslations } from "next-intl/server";
import { runsPath } from "#lib/paths.ts";
import type { View } from "#components/model-runs/figures.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";

export type ViewOptions = { view: View; variants: boolean };

/** Where a view of the figures is found: a track, all cases pooled, or the mean over tracks. */
export function viewAddress(slug: string, { view, variants }: ViewOptions): string {
  const query = new URLSearchParams({
    ...(view.kind === "track" ? { track: view.track } : view.kind === "mean" ? { view: "mean" } : {}),
    ...(variants ? { figures: "variants" } : {}),
  });
  return query.size > 0 ? `${runsPath(slug)}?${query}` : runsPath(slug);
}

type Props = ViewOptions & { slug: string; tracks: readonly string[] };

export async function ViewLinks({ slug, tracks, view, variants }: Props) {
  const t = await getTranslations("runs.views");
  const link = (label: string, to: View, current: boolean) => ({
    label,
    current,
    // The mean over tracks has no variants.
    href: viewAddress(slug, { view: to, variants: variants && to.kind !== "mean" }),
  });
  const ofTracks = tracks.map((track) =>
    link(track, { kind: "track", track }, view.kind === "track" && view.track === track),
  );
  const pooled = link(t("pooled"), { kind: "pooled" }, view.kind === "pooled");
  const mean = link(t("mean"), { kind: "mean" }, view.kind === "mean");
  const definition = (label: string, other: boolean) => ({
    label,
    current: variants === other,
    href: viewAddress(slug, { view, variants: other }),
  });
  return (
    <div className="grid gap-3">
      <TabLinks label={t("label")} items={[pooled, mean, ...ofTracks]} />
      {view.kind !== "mean" && (
        <TabLinks
          label={t("definitions")}
          items={[definition(t("main"), false), definition(t("variants"), true)]}
        />
      )}
    </div>
  );
}
