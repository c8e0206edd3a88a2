import type { StepName } from "#lib/studies/schema.ts";

export const studiesPath = "/studies";
export const newStudyPath = "/studies/new";

const written = encodeURIComponent;

export const studyPath = (slug: string): string => `${studiesPath}/${written(slug)}`;
export const designPath = (slug: string, step: StepName | "check"): string =>
  `${studyPath(slug)}/design/${step}`;
export const planPath = (slug: string): string => `${studyPath(slug)}/plan`;
export const previewPath = (slug: string): string => `${studyPath(slug)}/preview`;
export const invitationsPath = (slug: string): string => `${studyPath(slug)}/invitations`;
export const teamPath = (slug: string): string => `${studyPath(slug)}/team`;

const apiPath = (slug: string): string => `/api/studies/${written(slug)}`;
export const eligibleAddress = (slug: string): string => `${apiPath(slug)}/eligible`;
export const liveAddress = (slug: string): string => `${apiPath(slug)}/live`;
export const manifestAddress = (slug: string): string => `${apiPath(slug)}/manifest`;
