export const personPath = (userId: string): string => `/admin/people/${userId}`;
