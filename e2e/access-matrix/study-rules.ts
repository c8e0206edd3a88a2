import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  admins,
  page,
  read,
  staff,
  type ActionRule,
  type ApiRule,
  type Open,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { t } from "#e2e/support/words.ts";

/** What belongs to a study isn't there for staff who don't. */
export const members: Open = ["researcher", "admin"];
export const membersOnly = <Rule extends RouteRule | ApiRule>(rule: Rule): Rule => ({
  ...rule,
  hidden: ["stranger"],
});
const ofStudy = ({ study }: Sample, rest = "") => `/studies/${study.slug}${rest}`;
const programsStudy = ({ study }: Sample, rest: string) => `/api/studies/${study.slug}/${rest}`;

export const studyRoutes: Record<string, RouteRule> = {
  "/studies/new": page(admins, t("builder.create.heading")),
  "/studies/[slug]": membersOnly(
    page(
      members,
      ({ study }) => study.title,
      (s) => ofStudy(s),
    ),
  ),
  "/studies/[slug]/design/[step]": page(
    admins,
    t("builder.steps.check.title"),
    ({ study }) => `/studies/${study.draft.slug}/design/check`,
  ),
  "/studies/[slug]/plan": membersOnly(page(members, t("builder.frozen.title"), (s) => ofStudy(s, "/plan"))),
  "/studies/[slug]/plan/details": membersOnly(
    page(members, t("reporting.details.title"), (s) => ofStudy(s, "/plan/details")),
  ),
  "/studies/[slug]/invitations": page(admins, t("invitations.title"), (s) => ofStudy(s, "/invitations")),
  "/studies/[slug]/team": page(admins, t("team.title"), (s) => ofStudy(s, "/team")),
  "/api/studies/[slug]/eligible": read(
    admins,
    ({ study }) =>
      `/api/studies/${study.draft.slug}/eligible?frame=${encodeURIComponent('{"tracks":["Literary"]}')}`,
  ),
  "/api/studies/[slug]/live": membersOnly(read(members, (s) => programsStudy(s, "live"))),
  "/api/studies/[slug]/manifest": membersOnly(read(members, (s) => programsStudy(s, "manifest"))),
  "/api/studies/[slug]/preregistration": membersOnly(
    read(members, (s) => programsStudy(s, "preregistration?format=text")),
  ),
};

const ofStudies = "lib/studies/actions.ts#";
const invitations = "lib/invitations/actions.ts#";
const sittings = "lib/sittings/actions.ts#";
const studyMembers = "lib/study-members/actions.ts#";

const theStudy = ({ study }: Sample) => ({ slug: study.slug });
const theDraft = ({ study: { draft } }: Sample) => ({ slug: draft.slug, revision: String(draft.revision) });
const anInvitation = ({ study }: Sample) => ({ studyId: study.id, invitationId: study.invitationId });
const aSitting = ({ study }: Sample) => ({ studyId: study.id, number: String(study.number) });
const aMember = ({ study, target }: Sample) => ({ studyId: study.id, userId: target.id });
const serviceCodes = { completion: "C1", screenOut: "C2", noConsent: "C3" };

export const studyActions: Record<string, ActionRule> = {
  [`${ofStudies}makeStudy`]: action(admins, () => ({ title: "Night watch", template: "blank" }), "done"),
  [`${ofStudies}makeStudyFrom`]: action(
    admins,
    () => ({ file: JSON.stringify({ title: "Night watch", sample: { seed: 1 } }) }),
    "done",
  ),
  [`${ofStudies}saveDraft`]: action(
    admins,
    (s) => ({ ...theDraft(s), step: "power", value: '{"accuracy":0.8}' }),
    "done",
  ),
  [`${ofStudies}leaveOutSameTexts`]: action(admins, theDraft, "done"),
  // Nothing of the sample's draft is rated: that is said to those alone who may.
  [`${ofStudies}rateSameTextsOnce`]: action(admins, theDraft, "none_alike"),
  [`${ofStudies}renameDraft`]: action(admins, (s) => ({ ...theDraft(s), title: "Day watch" }), "done"),
  [`${ofStudies}copyStudy`]: action(admins, theStudy, "done"),
  [`${ofStudies}removeDraft`]: action(
    admins,
    ({ study: { draft } }) => ({ slug: draft.slug, confirmation: draft.title }),
    "done",
  ),
  [`${ofStudies}open`]: action(admins, (s) => ({ ...theDraft(s), digest: s.study.draft.digest }), "done"),
  [`${ofStudies}pause`]: action(admins, theStudy, "done"),
  // The study of the sample is open, so neither is possible: that is said to those alone who may.
  [`${ofStudies}reopen`]: action(admins, theStudy, "not_possible"),
  [`${ofStudies}archive`]: action(admins, theStudy, "not_possible"),
  [`${ofStudies}close`]: action(admins, (s) => ({ ...theStudy(s), confirmation: s.study.title }), "done"),
  [`${invitations}invite`]: action(admins, ({ study }) => ({ studyId: study.id, count: "3" }), "done"),
  [`${invitations}makeOpenLink`]: action(admins, ({ study }) => ({ studyId: study.id, cap: "20" }), "done"),
  [`${invitations}makeProlific`]: action(
    admins,
    ({ study }) => ({ studyId: study.id, places: "20", ...serviceCodes }),
    "done",
  ),
  [`${invitations}reissue`]: action(admins, anInvitation, "done"),
  [`${invitations}revoke`]: action(admins, anInvitation, "done"),
  [`${invitations}extend`]: action(admins, (s) => ({ ...anInvitation(s), expiresAt: "2999-01-01" }), "done"),
  [`${sittings}exclude`]: action(
    admins,
    (s) => ({ ...aSitting(s), reason: "Somebody else answered." }),
    "done",
  ),
  [`${sittings}include`]: action(admins, aSitting, "done"),
  [`${sittings}withdraw`]: action(
    admins,
    (s) => ({ ...aSitting(s), confirmation: `participant ${s.study.number}`, erase: "on" }),
    "done",
  ),
  [`${sittings}giveLink`]: action(admins, aSitting, "done"),
  [`${sittings}release`]: action(admins, aSitting, "done"),
  [`${sittings}extendTime`]: action(admins, (s) => ({ ...aSitting(s), minutes: "15" }), "done"),
  "lib/studies/reporting/actions.ts#saveDetails": {
    ...action(
      staff,
      (s) => ({ ...theStudy(s), revision: "0", value: '{"how":"By word of mouth."}' }),
      "done",
    ),
    hidden: ["stranger"],
  },
  [`${studyMembers}addMember`]: action(admins, aMember, "done"),
  [`${studyMembers}removeMember`]: action(admins, aMember, "done"),
};
