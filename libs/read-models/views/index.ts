// The views: what each question is answered from.
export { INBOX, inboxView } from './inbox.js';
