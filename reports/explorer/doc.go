// Package explorer is the page on which one paints a density and watches J, B and the annealing answer. The page is
// files of plain HTML, CSS and JavaScript modules in the folder page, embedded as they are: there is no build step.
//
//	index.html     the rooms of the page; modules import each other as "explorer/link.js" and "charts/lines.js"
//	link.js        the page's state as a link, and back
//	past.js        undo and redo, and the link in the address bar
//	ask.js         one question to the server, and its answer or its problem
//	sides.js       a setting, A or B: its question, and the newest answer of every kind
//	shared.js      what both sides share, such as the beta of the slider
//	panel.js       the column of a setting: target, chain and schedule
//	cells.js       painted targets as data; target.js has a side's own, paint.js the grid, brush.js what a stroke does
//	betas.js       schedules drawn by hand as data; curve.js is the chart to drag
//	numbers.js     J, B and what lies between; laws.js the small maps beside them
//	views.js       the catalogue of views; each is a file in the folder views. tabs.js shows one of them
//	take.js        the link, the command, the Go snippet and the downloads
//	save.js        the button that saves the page as one file; saved.js is how such a file differs
//	tour.js        the tour; tour/steps.js has what its steps show and say
//	main.js        puts them together
//
// Data goes one way: whoever changes a setting calls side.set; the side asks the server for all kinds of answers that
// the views on the screen need; an answer reaches the views that draw it. Nothing else changes what is on the screen. An
// answer that comes late is dropped, because its side has asked anew.
//
// Link and ParseLink know the same links as link.js.
//
// Page writes the same page as one file with answers in it, for those who have no server.
package explorer
