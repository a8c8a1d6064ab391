/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page: whether it has the fonts that it asked for, so that a picture of it shows its text.
() => document.fonts.status === 'loaded';
