// Part of what runs inside the portal's page: an element that is in no document and carries a text out of the page. The text is
// in a part of it, because the library writes down, sign by sign, what an element says that has nothing but text in it.
(text) => {
  const carrier = document.createElement('data');
  carrier.append(document.createElement('data'));
  carrier.firstChild.textContent = text;
  return carrier;
};
